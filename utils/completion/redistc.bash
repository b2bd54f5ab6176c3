# Completion for bash of redistc, redistc++, redist-plan and redist-tune: options
# as --help lists them, words that they may have there, and files. Installed
# under each of these names; by hand: source this file.

# _redist_help COMMAND: what it prints about its options.
_redist_help() {
  case ${1##*/} in
    redistc++) "$1" --redist-help ;;
    redist-plan)
      if [[ ${COMP_WORDS[1]} == [a-z]* && $COMP_CWORD -gt 1 ]]; then
        "$1" "${COMP_WORDS[1]}" --help
      else
        "$1" --help
      fi
      ;;
    *) "$1" --help ;;
  esac 2>/dev/null
}

# _redist_values OPTION < help: the words that may follow it: those between bars
# behind its "=", or in its description up to "(" or "or".
_redist_values() {
  awk -v option="$1" '
    $1 == option || index($1, option "=") == 1 { found = 1
      if (index($1, "|")) { sub(/.*=/, "", $1); gsub(/\|/, " ", $1); print $1; exit }
      sub(/^ *[^ ]+ +[^ ]+ +/, "") }
    found && /^ +-/ && $1 != option { exit }
    found { sub(/ *\(.*/, ""); gsub(/,|(^| )or /, " "); print }
  ' | grep -E '^[a-z0-9_ ]+$'
}

_redist() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local words=
  COMPREPLY=()
  # Bash takes --dump=parse for three words.
  if [[ $current == "=" ]]; then
    current=
    words=$(_redist_help "$1" | _redist_values "$before")
  elif [[ $before == "=" ]]; then
    words=$(_redist_help "$1" |
      _redist_values "${COMP_WORDS[COMP_CWORD - 2]}")
  elif [[ $current == -* ]]; then
    words=$(_redist_help "$1" | grep -oE '^ +--?[a-z][a-z-]*=?' | tr -d ' ' |
      sort -u)
  elif [[ $before == --@(format|strategy|mapping) ]]; then
    words=$(_redist_help "$1" | _redist_values "$before")
  elif [[ ${1##*/} == redist-plan && $COMP_CWORD -eq 1 ]]; then
    words=$(_redist_help "$1" | grep -oE '^  [a-z]+ ' | tr -d ' ')
  elif [[ ${1##*/} == redist-plan && $COMP_CWORD -eq 2 && $before == compare ]]; then
    words="redistribute reduce pipeline"
  fi
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  fi
  return 0
}

complete -o default -F _redist redistc redistc++ redist-plan redist-tune

// The form of index.html to arguments of redist-plan, its answers into the page.
// Comes in: the form, and the address behind '#', which keeps what differs from
// the form as it opens. redist-plan.js runs in a worker, which is ended where a
// new problem comes before its answer: no problem holds up the page.
"use strict";

const form = document.getElementById("form");
const drawing = document.getElementById("drawing");
const text = document.getElementById("text");
const error = document.getElementById("error");

const allControls = [...form.elements].filter((element) => element.name);

/** The controls of a subcommand, and those that all have. */
function controlsOf(subcommand) {
  return allControls.filter((control) => {
    const group = control.closest("fieldset");
    return !group || group.dataset.of === subcommand;
  });
}

const current = () => form.elements.subcommand.value;

function valueOf(control) {
  if (control.type === "checkbox") return control.checked ? "1" : "";
  return control.value.trim();
}

function setValue(control, value) {
  if (control.type === "checkbox") control.checked = value !== "";
  else control.value = value;
}

const initialValues =
    new Map(allControls.map((control) => [control, valueOf(control)]));

function argumentsOf() {
  const problem = [];
  for (const control of controlsOf(current())) {
    const value = valueOf(control);
    if (!control.name.startsWith("-") || value === "") continue;
    problem.push(control.type === "checkbox" ? control.name
                                             : `${control.name}=${value}`);
  }
  return problem;
}

const notOfCompare = /^--(strategy|mapping|verify|allreduce|arrivals)\b/;

/** The command lines whose answers the page shows. */
function commandsOf() {
  const problem = argumentsOf();
  const view = form.elements.view.value;
  const withFormat = (format) => [current(), ...problem, `--format=${format}`];
  if (view === "json") return [withFormat("json")];
  if (view === "both") return [withFormat("text"), withFormat("svg")];
  const compared = ["compare", current(),
                    ...problem.filter((argument) => !notOfCompare.test(argument))];
  return [[...compared, "--format=text"], [...compared, "--format=svg"]];
}

function inShell(argument) {
  return /^[\w=.,@:/+-]+$/.test(argument) ? argument
                                          : `'${argument.replaceAll("'", "'\\''")}'`;
}

// A page from a disk may start no worker from a file: it starts one from text.
const workerText = `var _scriptDir = "";
  const ready = (${createRedistPlan})();
  onmessage = (message) => ready
      .then((plan) => message.data.map((line) =>
          plan.ccall("run", "string", ["string"], [line.join("\\n")])))
      .then((answers) => postMessage({answers}),
            (problem) => postMessage({problem: String(problem)}));`;
const workerAddress =
    URL.createObjectURL(new Blob([workerText], {type: "text/javascript"}));

let worker = null;
let isBusy = false;

function endWorker() {
  worker?.terminate();
  worker = null;
}

function startWorker() {
  worker = new Worker(workerAddress);
  worker.onmessage = ({data}) =>
      data.answers ? show(data.answers.map(writtenIn)) : fail(data.problem);
  worker.onerror = (event) => fail(event.message);
}

function setBusy(busy) {
  isBusy = busy;
  document.body.setAttribute("aria-busy", busy);
}

/** The module is of no use any more; the next problem gets another one. */
function fail(problem) {
  endWorker();
  show([`redist-plan: error: ended by ${problem}`]);
}

/** Without the exit status, which is the first line of an answer. */
const writtenIn = (answer) => answer.slice(answer.indexOf("\n") + 1);

/** The text or JSON, and perhaps a drawing. */
function show(written) {
  setBusy(false);
  const isRefused = written.map((answer) => answer.startsWith("redist-plan: error: "));
  error.textContent = isRefused.includes(true) ? written[isRefused.indexOf(true)] : "";
  text.textContent = isRefused[0] ? "" : written[0];
  drawing.hidden = written.length < 2 || isRefused[1];
  if (!drawing.hidden)
    drawing.src = "data:image/svg+xml," + encodeURIComponent(written[1]);
}

function compute() {
  const commands = commandsOf();
  document.getElementById("command").textContent =
      "$ redist-plan " + commands[0].map(inShell).join(" ");
  if (isBusy) endWorker();
  if (!worker) startWorker();
  setBusy(true);
  worker.postMessage(commands);
}

function showFields() {
  for (const group of form.querySelectorAll("fieldset"))
    group.hidden = group.dataset.of !== current();
}

function keepInAddress() {
  const kept = new URLSearchParams();
  for (const control of controlsOf(current()))
    if (valueOf(control) !== initialValues.get(control))
      kept.set(control.name, valueOf(control));
  history.replaceState(null, "", "#" + kept);
}

function readAddress() {
  const kept = new URLSearchParams(location.hash.slice(1));
  form.elements.subcommand.value = kept.get("subcommand") ?? "redistribute";
  if (!form.elements.subcommand.value) form.elements.subcommand.value = "redistribute";
  for (const control of controlsOf(current()))
    if (control.name !== "subcommand")
      setValue(control, kept.get(control.name) ?? initialValues.get(control));
  showFields();
  compute();
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  showFields();
  keepInAddress();
  compute();
});
addEventListener("hashchange", readAddress);
readAddress();

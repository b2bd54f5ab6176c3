"""circle.py COUNT: a program of COUNT functions of which each calls all, and as many
closures of one function. The first stage calls the first function, the second reads
what the last one writes."""
import sys

count = int(sys.argv[1])
every = range(count)
calls = " ".join(f"f{i}(k - 1);" for i in every)
print("".join(f"void f{i}(int);\n" for i in every))
for i in every:
    print(f"int g{i};\nvoid f{i}(int k) {{\n  g{i} += k;\n  if (k) {{ {calls} }}\n}}")
print("int main() {\n  int sum = 0;")
for i in every:
    print(f"  auto l{i} = [&](int k) {{ f{i}(k); }};\n  l{i}(0);\n"
          f"  [&] {{ l{i}(0); }}();")
print(f"""#pragma pipeline
  for (int i = 0; i < 9; ++i) {{
    int item;
#pragma pipeline stage
    {{ item = i; f0(i); }}
#pragma pipeline stage
    {{ sum += item + g{count - 1}; }}
  }}
  return sum;
}}""")

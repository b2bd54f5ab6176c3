// The module of the playground under Node.js. Comes in: its path, and on standard
// input a JSON list of lists of arguments. Goes out: a JSON list of its answers.
const createRedistPlan = require(process.argv[2]);
createRedistPlan().then((plan) => {
  const lines = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const answers = lines.map((line) =>
      plan.ccall("run", "string", ["string"], [line.join("\n")]));
  process.stdout.write(JSON.stringify(answers));
});

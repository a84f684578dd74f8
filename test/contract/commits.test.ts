import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { commitFaults } from "../../lint/commit-faults.ts"

const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" }).stdout.trim()

/** Messages of the commits after the one that brought the rule; none where the history is absent or cut off. */
function newMessages(): string[] {
  const since = git("log", "--diff-filter=A", "--format=%H", "-1", "--", "lint/commit-faults.ts")
  if (since === "" || git("rev-parse", "--is-shallow-repository") === "true") return []
  const log = git("log", "--no-merges", "--format=%B%x00", `${since}..HEAD`)
  return log.split("\0").flatMap((message) => (message.trim() === "" ? [] : [message.trim()]))
}

test("every new commit has an imperative subject of at most 72 characters and a body", () => {
  const faults = newMessages().flatMap((message) =>
    commitFaults(message).map((fault) => `${message.split("\n")[0]}: ${fault}`),
  )
  expect(faults).toEqual([])
})

test.each([
  "Prepare every SQL text in a test\n\nA renamed column was found late.",
  "Re-read the queue after a restart\n\nIt was read once.",
  "Process answers in order\n\nThey overtook each other.",
  "Embed the font\n\nIt was fetched.",
  "Focus the first field\n\nKeyboards need it.",
])("%j is a good message", (message) => {
  expect(commitFaults(message)).toEqual([])
})

test.each([
  ["x", "its subject does not begin with a verb", "it has no body that says why"],
  ["Fixed the queue\n\nIt hung.", `"Fixed" is no imperative`],
  ["Adds a queue\n\nIt was missing.", `"Adds" is no imperative`],
  ["Adding a queue\n\nIt was missing.", `"Adding" is no imperative`],
  ["fix: the queue\n\nIt hung.", "its subject does not begin with a verb"],
  ["Fix the queue.\n\nIt hung.", "its subject ends with a period"],
  ["Fix the queue", "it has no body that says why"],
  ["Fix the queue\nIt hung.", "it has no body that says why"],
  [`Fix ${"x".repeat(69)}\n\nIt hung.`, "its subject has 73 characters"],
])("%j is refused", (message, ...faults) => {
  expect(commitFaults(message)).toEqual(faults)
})

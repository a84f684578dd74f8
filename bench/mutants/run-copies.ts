import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import {
  createVitest,
  type Reporter,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from "vitest/node"
import { z } from "zod"
import { copyOf, originalOf } from "./copies.ts"
import { plant, type Mutant } from "./find-mutants.ts"

export type Numbered = Mutant & { id: number }
/** @param last the number of the last test to run, counted from 1. */
export type Run = { test: string; mutant: number | "control" | null; last?: number }
export type Outcome = { isPassed: boolean; ms: number; why: string }

const reachedLine = z.object({
  test: z.string(),
  reached: z.array(z.tuple([z.number(), z.number()])),
})
const root = join(import.meta.dirname, "../..")

class AsGiven {
  sort = async (files: TestSpecification[]): Promise<TestSpecification[]> => files
  shard = this.sort
}

const whyOf = (module: TestModule): string => {
  const errors = [...module.errors()]
  for (const test of module.children.allTests()) errors.push(...(test.result().errors ?? []))
  for (const suite of module.children.allSuites()) errors.push(...suite.errors())
  return errors[0]?.message?.split("\n")[0] ?? ""
}

const shortMs = 40_000

/** One Vitest for all runs, so that PostgreSQL starts once; all mutants are planted, and at most one is active. */
export async function openRunner(mutants: readonly Numbered[]) {
  const folder = mkdtempSync(join(tmpdir(), "watchkeeper-mutants-"))
  const [reached, lasts] = [join(folder, "reached"), join(folder, "lasts")]
  Object.assign(process.env, { MUTANTS_REACHED: reached, MUTANTS_LASTS: lasts })
  const outcomes = new Map<string, Outcome>()
  const reporter: Reporter = {
    onTestModuleEnd(module) {
      const [why, ms] = [whyOf(module), Math.round(module.diagnostic().duration)]
      outcomes.set(module.moduleId, { isPassed: module.state() === "passed", ms, why })
    },
  }
  const planted = Map.groupBy(mutants, ({ path }) => join(root, path))
  const vitest: Vitest = await createVitest(
    "test",
    {
      config: false,
      root,
      watch: false,
      // Would keep the changed files.
      fsModuleCache: false,
      include: ["test/**/*.test.ts"],
      globalSetup: ["test/support/global-setup.ts"],
      setupFiles: ["bench/mutants/hold.ts"],
      pool: "forks",
      isolate: false,
      maxWorkers: 1,
      testTimeout: shortMs,
      hookTimeout: 2 * shortMs,
      expect: { poll: { timeout: shortMs / 2 } },
      sequence: { sequencer: AsGiven },
      reporters: [reporter],
      dangerouslyIgnoreUnhandledErrors: true,
    },
    {
      ssr: { resolve: { conditions: ["node", "module-sync"] } },
      plugins: [
        {
          name: "mutants",
          enforce: "pre",
          resolveId: (id) =>
            originalOf(id) === id ? null : id.startsWith(root) ? id : join(root, id),
          load: (id) => (originalOf(id) === id ? null : readFileSync(originalOf(id), "utf8")),
          transform(code, id) {
            const within = planted.get(id)
            if (within === undefined) return null
            return {
              code: `globalThis.__mutants ??= { on: () => false };${plant(code, within)}`,
              map: null,
            }
          },
        },
      ],
    },
  )
  const project = vitest.getRootProject()
  const pathOf = ({ test, mutant }: Run) =>
    join(root, mutant === null ? test : copyOf(test, mutant))
  return {
    /** Null for a run that ended without a result: its process did. */
    async run(runs: Run[]): Promise<(Outcome | null)[]> {
      outcomes.clear()
      rmSync(reached, { force: true })
      writeFileSync(
        lasts,
        JSON.stringify(Object.fromEntries(runs.map((one) => [pathOf(one), one.last]))),
      )
      await vitest.runTestSpecifications(
        runs.map((one) => project.createSpecification(pathOf(one))),
      )
      return runs.map((one) => outcomes.get(pathOf(one)) ?? null)
    },
    /** What each test of the last run reached: how many tests had started then, by the mutant's number. */
    reached(): Map<string, Map<number, number>> {
      const lines = existsSync(reached) ? readFileSync(reached, "utf8").trim().split("\n") : []
      return new Map(
        lines.map((text) => {
          const line = reachedLine.parse(JSON.parse(text))
          return [relative(root, line.test), new Map(line.reached)]
        }),
      )
    },
    async close(): Promise<void> {
      await vitest.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { defineConfig } from "vitest/config"
import { Order } from "./test/support/order.ts"

/**
 * Wait for two thirds of their time, so five run at once on two cores; nothing that needs the processor runs beside them.
 * Nor does the one with a browser: some add network interfaces, and Chromium then fails its requests.
 */
const stories = [
  "test/story/!(telemetry).test.ts",
  "test/story/*/**/*.test.ts",
  "test/cli/demo.test.ts",
]

export default defineConfig({
  // As Node resolves them: with "development" among them there would be two copies of graphql.
  ssr: { resolve: { conditions: ["node", "module-sync"] } },
  test: {
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    // Importing the schema for every file would take a third of the time; each file has its own database.
    isolate: false,
    // Only a test that hangs should meet these, also on a machine with ten times the work.
    expect: { poll: { timeout: 120_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: Order },
    projects: [
      {
        extends: true,
        test: {
          name: "stories",
          include: stories,
          maxWorkers: 5,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "files",
          include: ["test/**/*.test.ts"],
          exclude: stories,
          // Half of their time is waiting.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

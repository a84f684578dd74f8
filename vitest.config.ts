import { defineConfig } from "vitest/config"
import { Order } from "./test/support/order.ts"

export default defineConfig({
  // As Node resolves them: with "development" among them there would be two copies of graphql.
  ssr: { resolve: { conditions: ["node", "module-sync"] } },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    // Importing the schema for every file would take most of the time; each file has its own database.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: Order },
    // A page may need seconds on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

import { defineConfig } from "prisma/config"

// The command-line tool insists on a native engine that generate, validate and format never call.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({ schema: "prisma/schema", migrations: { path: "prisma/migrations" } })

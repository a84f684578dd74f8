import { existsSync } from "node:fs"
import { join } from "node:path"

/**
 * Exits with 0 after an installation without development packages, which deletes what built it. `npx` runs the step
 * after installation again on a folder that it links.
 */
const builder = join(import.meta.dirname, "../../node_modules/prisma/build/index.js")
process.exitCode = existsSync(builder) ? 1 : 0

import { existsSync } from "node:fs"
import packageFile from "../../package.json" with { type: "json" }

/** The first step of an installation: what builds a clone is a development package. */
if (!existsSync(new URL("../../node_modules/vite", import.meta.url))) {
  process.stderr.write(
    "Watchkeeper is not built: the development packages that build it are missing. To use this clone, run `npm ci`. " +
      "To install without them, run `npm ci && npm run release` in a clone on any machine, and there " +
      `\`npm install -g ./watchkeeper-${packageFile.version}.tgz\`.\n`,
  )
  process.exitCode = 1
}

import { registerHooks } from "node:module"
import { ts } from "@ts-morph/common"

/**
 * Preloaded into programs that generate code with TypeScript's old programming interface, which this project's
 * compiler no longer has.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript"
      ? { url: import.meta.url, shortCircuit: true }
      : next(specifier, context),
})

export default ts

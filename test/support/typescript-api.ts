import { registerHooks } from "node:module"
import { ts } from "@ts-morph/common"

/**
 * Preloaded into programs that write code through TypeScript's old programming interface, which the compiler
 * of this project has no more.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript"
      ? { url: import.meta.url, shortCircuit: true }
      : next(specifier, context),
})

export default ts

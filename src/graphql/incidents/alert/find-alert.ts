import { finder } from "../../kernel/require-found.ts"

/** An alert that the actor may access. */
export const findAlert = finder("alert", ({ alert }, where) => alert.findUnique({ where }), "alert")

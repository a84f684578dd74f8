import { describeLost } from "./lost-secrets.ts"
import { paint } from "./output.ts"
import type { ServerFacts } from "./start.ts"
import { commandName } from "../platform/command-name.ts"

/** The message shown once everything runs. */
export function greeting({
  base_url,
  address,
  roles,
  has_accounts,
  ...facts
}: ServerFacts): string {
  const where =
    address === null
      ? `Watchkeeper runs ${roles.join(" and ")} here.`
      : `Watchkeeper is ready at ${paint("bold", base_url)}`
  const account = has_accounts
    ? "sign in there"
    : `open that URL in a browser, or run: ${commandName} account create`
  return [
    where,
    ...(address === null ? [] : [`  Account      ${account}`]),
    `  Data folder  ${facts.data_dir}${facts.database === "embedded" ? " (with its own PostgreSQL)" : ""}`,
    "  Stop         Ctrl-C, or SIGTERM",
    ...(facts.unreadable === undefined ? [] : describeLost(facts.unreadable)),
  ].join("\n")
}

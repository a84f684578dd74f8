import { CommanderError } from "commander"
import { ConvertError } from "../convert/conversion.ts"
import { BackupError } from "../platform/backup/backup-error.ts"
import { SettingError } from "../platform/env.ts"
import { SealError } from "../platform/secret.ts"
import { DomainError, type Issue } from "../graphql/kernel/errors.ts"
import { commandName } from "../platform/command-name.ts"

/** An error for a person or a script. Exit code 1: the input; 2: the usage or a setting. */
export type Fault = { code: string; message: string; errors: Issue[]; exitCode: 1 | 2 }

/** An invalid option or argument. */
export class UsageError extends Error {}

/** Null for help and version, which commander reports by throwing. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0 || error.code === "commander.help") return null
    return usage(error.message.replace(/^error: /, ""))
  }
  if (error instanceof UsageError) return usage(error.message)
  if (error instanceof SettingError) {
    return { code: "setting", message: error.message, errors: [], exitCode: 2 }
  }
  if (error instanceof BackupError) {
    return { code: "backup_failed", message: error.message, errors: [], exitCode: 1 }
  }
  if (error instanceof SealError) {
    return { code: "conflict", message: sealed, errors: [], exitCode: 1 }
  }
  if (error instanceof ConvertError) {
    return { code: "validation_failed", message: error.message, errors: [], exitCode: 1 }
  }
  if (error instanceof DomainError) {
    const message =
      error.issues.length > 0
        ? error.issues.map(sentence).join(error.issues.some(isOfDocument) ? "\n" : " ")
        : error.message
    return { code: error.code, message, errors: error.issues, exitCode: 1 }
  }
  return {
    code: "internal_error",
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    errors: [],
    exitCode: 1,
  }
}

const sealed = `A stored secret cannot be decrypted, because the secret key has changed. Run \`${commandName} doctor\`.`

const usage = (message: string): Fault => ({
  code: "usage",
  message: `${message[0]?.toUpperCase() ?? ""}${message.slice(1)}${/[.?)]$/.test(message) ? "" : "."}`,
  errors: [],
  exitCode: 2,
})

/** Domain fields whose option has another name. */
const options = new Map([
  ["projectId", "--project"],
  ["kind", "--type"],
  ["timeoutSeconds", "--timeout"],
  ["id", "The id"],
  ["password", "The password"],
  ["telemetry", "--measure"],
  ["threshold", "--above or --below"],
])

const isOfDocument = ({ pointer }: Issue): boolean => /^#\/(monitors|version)\b/.test(pointer)

function sentence(issue: Issue): string {
  const { pointer, detail } = issue
  if (isOfDocument(issue)) {
    return `${pointer.slice("#/".length).replaceAll(/\/(\d+)/g, "[$1]")} ${detail}.`
  }
  const [first = "", second] = pointer.split("/").filter((part) => /^[a-z]/i.test(part))
  // Each member of a condition has an option of its own.
  const field = first === "telemetry" ? (second ?? first) : first
  const option =
    options.get(field) ?? `--${field.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`
  return `${field === "" ? "The input" : option} ${detail}.`
}

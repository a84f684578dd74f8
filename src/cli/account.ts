import { randomBytes } from "node:crypto"
import { text as readAll } from "node:stream/consumers"
import type { Command } from "commander"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./command-error.ts"
import { makeAccount, makeOwner, orphanedProjects } from "./make-account.ts"
import { paint, print } from "./output.ts"
import { ask, askSecret } from "./prompt.ts"
import { resetFactors } from "./reset-factors.ts"
import { createResetLink } from "./reset-password.ts"
import { counted } from "../platform/counted.ts"
import { unlinkAccount } from "./unlink-account.ts"
import { asCommandLine } from "./cli-session.ts"

type Options = { email?: string; name?: string; passwordStdin: boolean; json: boolean }

export function registerAccount(program: Command): void {
  const group = addGroup(program, "account", "manage accounts")

  addCommand(group, "create", "create an account")
    .option("--email <address>", "prompted for if omitted")
    .option("--name <name>", "prompted for if omitted")
    .option("--password-stdin", "read the password from standard input", false)
    .action(async (options: Options) => {
      const email = options.email ?? (await askFor("E-mail: ", "--email"))
      const name = options.name ?? (await askFor("Name: ", "--name"))
      const { password, isOurs } = await readPassword(options)
      const { user, projects } = await asCommandLine(async (ctx) => {
        const user = await makeAccount(ctx, { email, name, password })
        const projects = await orphanedProjects(ctx)
        await makeOwner(ctx, user, projects)
        return { user, projects }
      })
      const fields = {
        id: user.id,
        email: user.email,
        name: user.name,
        created_at: user.createdAt,
        password: isOurs ? password : null,
        projects: projects.map((project) => ({ id: project.id, name: project.name })),
      }
      print(options.json, fields, () =>
        [
          `Created account ${user.email}.`,
          ...(isOurs ? [`Password (shown only once): ${paint("bold", password)}`] : []),
          ...(projects.length > 0
            ? [`Owner of ${projects.map((project) => project.name).join(", ")}.`]
            : []),
        ].join("\n"),
      )
    })

  addCommand(group, "reset-password", "print a link that sets an account's password once")
    .option("--email <address>", "prompted for if omitted")
    .action(async (options: Pick<Options, "email" | "json">) => {
      const email = options.email ?? (await askFor("E-mail: ", "--email"))
      const { url, expiresAt } = await asCommandLine((ctx) => createResetLink(ctx, { email }))
      print(options.json, { url, expires_at: expiresAt }, () =>
        [
          `Open this link within an hour to choose a new password for ${email}:`,
          paint("bold", url),
          "It works once. The account is then signed out on all devices.",
        ].join("\n"),
      )
    })

  addCommand(group, "reset-factors", "remove all second factors of a person who lost them")
    .option("--email <address>", "prompted for if omitted")
    .action(async (options: Pick<Options, "email" | "json">) => {
      const email = options.email ?? (await askFor("E-mail: ", "--email"))
      const removed = await asCommandLine((ctx) => resetFactors(ctx, { email }))
      print(options.json, removed, () =>
        [
          `Removed ${counted(removed.passkeys, "passkey")}${removed.codes ? " and one-time codes" : ""} of ${email}.`,
          "The account is signed out on all devices. It signs in with its password and sets up a new second factor.",
        ].join("\n"),
      )
    })

  addCommand(
    group,
    "unlink",
    "let the next user of the identity provider with an account's address have the account",
  )
    .option("--email <address>", "prompted for if omitted")
    .action(async (options: Pick<Options, "email" | "json">) => {
      const email = options.email ?? (await askFor("E-mail: ", "--email"))
      await asCommandLine((ctx) => unlinkAccount(ctx, { email }))
      print(
        options.json,
        { email },
        () =>
          `Unlinked ${email}. The next sign-in through the identity provider takes the account over.`,
      )
    })
}

async function askFor(question: string, option: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`Required option '${option}' not specified.`)
  return ask(question)
}

/** Read from a pipe or a prompt; generated if a script provides none. */
async function readPassword({ passwordStdin }: Options) {
  if (passwordStdin) {
    return { password: (await readAll(process.stdin)).replace(/\r?\n$/, ""), isOurs: false }
  }
  if (!process.stdin.isTTY) return { password: freshPassword(), isOurs: true }
  const password = await askSecret("Password (10 characters or more): ")
  if ((await askSecret("Repeat password: ")) !== password) {
    throw new UsageError("The passwords do not match. Run the command again.")
  }
  return { password, isOurs: false }
}

export const freshPassword = (): string => randomBytes(15).toString("base64url")

import { randomBytes } from "node:crypto"
import { text as readAll } from "node:stream/consumers"
import type { Command } from "commander"
import { addCommand, addGroup } from "./command.ts"
import { UsageError } from "./fault.ts"
import { makeAccount, makeOwner, orphanedProjects } from "./make-account.ts"
import { paint, print } from "./output.ts"
import { ask, askSecret } from "./prompt.ts"
import { asCommandLine } from "./session.ts"

type Options = { email?: string; name?: string; passwordStdin: boolean; json: boolean }

export function registerAccount(program: Command): void {
  const group = addGroup(program, "account", "people who sign in")

  addCommand(group, "create", "make an account")
    .option("--email <address>", "asked for if left out")
    .option("--name <name>", "asked for if left out")
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
          `Made the account ${user.email}.`,
          ...(isOurs ? [`Its password, shown this once: ${paint("bold", password)}`] : []),
          ...(projects.length > 0
            ? [`It owns ${projects.map((project) => project.name).join(", ")}.`]
            : []),
        ].join("\n"),
      )
    })
}

async function askFor(question: string, option: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`Required option '${option}' not specified.`)
  return ask(question)
}

/** From a pipe or a person; a script that brings none is given a fresh one. */
async function readPassword({ passwordStdin }: Options) {
  if (passwordStdin) {
    return { password: (await readAll(process.stdin)).replace(/\r?\n$/, ""), isOurs: false }
  }
  if (!process.stdin.isTTY) return { password: freshPassword(), isOurs: true }
  const password = await askSecret("Password (10 characters or more): ")
  if ((await askSecret("Once more: ")) !== password) {
    throw new UsageError("The two passwords differ. Run the command again.")
  }
  return { password, isOurs: false }
}

export const freshPassword = (): string => randomBytes(15).toString("base64url")

import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"

export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(question)).trim()
  } finally {
    lines.close()
  }
}

/** What is typed is not shown. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // In raw mode Ctrl-C arrives as a key.
  lines.on("SIGINT", () => process.exit(130))
  try {
    return await lines.question("")
  } finally {
    lines.close()
    process.stderr.write("\n")
  }
}

import { z } from "zod"
import { runApart } from "../platform/run-apart.ts"
import { createTurns } from "../platform/turns.ts"
import { plainText } from "./markdown.ts"

const limits = { cpuMs: 5000, megabytes: 128 }
const script = new URL("./markdown-worker.ts", import.meta.url)
const markup = z.array(z.string()).min(1)

/** One thread for the whole process. */
const inTurn = createTurns(1)

/** The markup of each text in Markdown, rendered in a thread in turns by project. */
export async function renderApart(projectId: string, texts: readonly string[]): Promise<string[]> {
  const rendered: string[] = []
  while (rendered.length < texts.length) {
    rendered.push(...(await inTurn(projectId, () => renderSome(texts.slice(rendered.length)))))
  }
  return rendered
}

/** Markup of the first texts, at least of one. */
async function renderSome(texts: readonly string[]): Promise<string[]> {
  const { message, fault } = await runApart(script, texts, limits)
  if (fault === null) return markup.parse(message)
  return texts.slice(0, 1).map((text) => plainText(text).text)
}

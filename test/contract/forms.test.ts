import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"

const web = join(import.meta.dirname, "../../src/web")
const names = (await readdir(web, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
const sources = await Promise.all(
  names.map(async (name) => ({ name, text: await readFile(join(web, name), "utf8") })),
)
const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

test("every form of the dashboard is the shared one", () => {
  const own = sources.filter(({ text }) => /<form\b/.test(text)).map(({ name }) => name)
  expect(own).toEqual(["ui/field.tsx"])
})

test("Ctrl+Enter is the shared form's alone", () => {
  const others = sources
    .filter(
      ({ text }) =>
        /requestSubmit/.test(text) ||
        /(?:ctrl|meta)Key[^\n]*Enter|Enter[^\n]*(?:ctrl|meta)Key/.test(text),
    )
    .map(({ name }) => name)
  expect(others).toEqual(["ui/submit-keys.ts"])
})

test("every form has a button that sends it, which Ctrl+Enter presses and which names the key", () => {
  const forms = sources.filter(({ text }) => /<Form\b/.test(text))
  // Others are written as a FormDialog or a FormCard, which are among these.
  expect(forms.length).toBeGreaterThan(50)
  const without = forms.filter(
    ({ text }) =>
      countOf(text, /<(?:Submit|DialogFoot|SaveBar)\b|type="submit"/g) < countOf(text, /<Form\b/g),
  )
  expect(without.map(({ name }) => name)).toEqual([])
})

import { expect, test } from "vitest"
import { ConvertError } from "../../src/convert/conversion.ts"
import { convert } from "../../src/convert/convert.ts"
import { readVariables } from "../../src/convert/variables.ts"

/** Placeholders are filled from a file of variables, and what is missing is named once. */

const env = readVariables(`
# comment
export SHOP="https://shop.example.com"
HOST='mail.example.com'
PORT=587
API_TOKEN=hunter2hunter2hunter2
EMPTY=
`)

const urls = (text: string, variables = env) =>
  convert(text, "auto", variables).document.monitors.map((one) => one.url ?? one.host)

const generals = (text: string, variables = env) =>
  convert(text, "auto", variables).notes.flatMap((note) =>
    note.kind === "general" ? [note.detail] : [],
  )

const gatus = (url: string, more = "") =>
  `endpoints:\n  - name: a\n    url: ${url}\n    conditions: ["[STATUS] == 200"]\n${more}`

test.each([
  ["${SHOP}/a", "https://shop.example.com/a"],
  ["$SHOP/a", "https://shop.example.com/a"],
  ["${SHOP:-https://b.example}", "https://shop.example.com"],
  ["${EMPTY:-https://b.example}", "https://b.example"],
  ["${NONE:-https://b.example}", "https://b.example"],
  ["https://b.example${EMPTY-x}/", "https://b.example/"],
  ["https://b.example/${SHOP:+set}", "https://b.example/set"],
  ['{{ env "SHOP" }}/a', "https://shop.example.com/a"],
  ["{{ .Env.SHOP }}", "https://shop.example.com"],
  ["{{SHOP}}", "https://shop.example.com"],
  ["https://%{HOST}/", "https://mail.example.com/"],
  ["https://#{HOST}/", "https://mail.example.com/"],
  ["${{ secrets.SHOP }}", "https://shop.example.com"],
  ["https://$(HOST)/", "https://mail.example.com/"],
  ["https://b.example/?a=$$b", "https://b.example/?a=%24b"],
])("%s is filled", (placeholder, filled) => {
  expect(urls(gatus(`'${placeholder.replaceAll("'", "''")}'`))).toEqual([filled])
})

test("a template without quotes is a value in YAML", () => {
  expect(urls(gatus('{{ env "SHOP" }}/it\'s'))).toEqual(["https://shop.example.com/it's"])
})

test("each product's placeholders are filled, in numbers and conditions too", () => {
  const upptime = "owner: a\nrepo: b\nsites:\n  - name: a\n    url: $SHOP/x\n"
  expect(urls(upptime)).toEqual(["https://shop.example.com/x"])
  const kener = "- name: a\n  tag: a\n  api:\n    url: $SHOP/x\n"
  expect(urls(kener)).toEqual(["https://shop.example.com/x"])
  const checkly = [{ name: "a", checkType: "API", frequency: 5, request: { url: "{{SHOP}}/x" } }]
  expect(urls(JSON.stringify(checkly))).toEqual(["https://shop.example.com/x"])
  const blackbox = {
    scrape_configs: [
      {
        job_name: "a",
        metrics_path: "/probe",
        params: { module: ["http_2xx"] },
        static_configs: [{ targets: ["${SHOP}/x"] }],
      },
    ],
  }
  expect(urls(JSON.stringify(blackbox))).toEqual(["https://shop.example.com/x"])
  const openStatus =
    'a:\n  name: a\n  kind: tcp\n  frequency: 5m\n  request:\n    host: "${HOST}"\n    port: "${PORT}"\n'
  expect(convert(openStatus, "auto", env).document.monitors).toMatchObject([
    { host: "mail.example.com", port: 587 },
  ])
  const robot = 'Type,"Friendly Name",URL/IP,Interval\nHTTP,a,${SHOP}/x,60\n'
  expect(urls(robot)).toEqual(["https://shop.example.com/x"])
})

test("a missing variable is named once for all entries, and each entry says what it needs", () => {
  const text = `endpoints:
  - { name: a, url: "\${BASE}/a", conditions: ["[STATUS] == 200"] }
  - { name: b, url: "$BASE/b", conditions: ["[STATUS] == 200"] }
  - { name: c, url: "https://c.example", conditions: ["[BODY] == \${WORD}", "[STATUS] == 200"] }
`
  const { document, notes, counts } = convert(text, "auto")
  expect(counts).toMatchObject({ source: 3, entries: 1, dropped: 2 })
  expect(document.monitors).toMatchObject([{ name: "c" }])
  expect(JSON.stringify(document)).not.toContain("WORD")
  expect(generals(text)[1]).toBe(
    'Variables without a value: "BASE" (2 monitors) and "WORD" (1 monitor). Convert again with a file of lines NAME=value (--env).',
  )
  expect(notes.filter(({ kind }) => kind === "dropped").map(({ detail }) => detail)).toEqual([
    'It needs the variable "BASE".',
    'It needs the variable "BASE".',
  ])
  expect(
    generals(
      text,
      new Map([
        ["BASE", "https://a.example"],
        ["WORD", "ok"],
      ]),
    ),
  ).toHaveLength(1)
})

test("a value that looks secret is in no note, name or description, whole or in part", () => {
  const secret = "hunter2hunter2hunter2"
  const text = `endpoints:
  - name: "shop \${API_TOKEN}"
    group: "\${API_TOKEN}"
    url: "https://shop.example/\${API_TOKEN}/${"x".repeat(20)}"
    conditions: ["[STATUS] == \${API_TOKEN}", "len(\${API_TOKEN}${"a".repeat(80)}) > 3"]
  - name: b
    url: "odd-\${API_TOKEN}://b"
    conditions: ["[STATUS] == 200"]
`
  const { document, notes } = convert(text, "auto", env)
  expect(JSON.stringify(notes)).not.toContain("hunter")
  expect(JSON.stringify(notes)).toContain("${API_TOKEN}")
  const [{ url, ...rest } = {}] = document.monitors
  expect(url).toContain(secret)
  expect(JSON.stringify(rest)).not.toContain("hunter")
})

const refusal = (text: string) => {
  try {
    convert(text, "auto")
    return ""
  } catch (error) {
    if (error instanceof ConvertError) return error.message
    throw error
  }
}

test("a program is named as such, with what to convert instead", () => {
  const terraform = [
    'resource "checkly_check" "a" {\n  name = "a"\n}',
    '# Checks\n\nterraform {\n  required_version = ">= 1"\n}\n',
    'provider "uptimerobot" {\n}\n',
    'variable "key" {}\n',
  ]
  for (const text of terraform) expect(refusal(text)).toMatch(/^This is a Terraform configuration/)
  expect(refusal('{\n  "version": 4,\n  "terraform_version": "1.9.0", "resources": []}')).toMatch(
    /^This is a Terraform state/,
  )
  const scripts = [
    'import { ApiCheck } from "checkly/constructs"\n\nnew ApiCheck("a", {})',
    "const { ApiCheck } = require('checkly/constructs')\n",
    'new ApiCheck("a", {\n  name: "a",\n})\n',
    "// checks\nexport default defineConfig({})\n",
    "module.exports = {}\n",
  ]
  for (const text of scripts) {
    expect(refusal(text)).toMatch(/^This is TypeScript or JavaScript.*\/v1\/checks\.$/)
  }
  expect(refusal("from checkly import Check\n")).toMatch(/^This is a Python program/)
  expect(refusal("<!DOCTYPE html><html>")).toMatch(/^This is a web page or XML/)
  expect(refusal("\n".repeat(100_000))).toBe("The export is empty.")
})

import { html } from "../html.ts"
import { answer, file, shell } from "./code.ts"
import type { Guide, Section } from "./section.ts"
import { exampleOf } from "./section.ts"

export const firstSteps = (guide: Guide): Section[] => [
  makeKey,
  ask(guide),
  turnPages(guide),
  useTypes(guide),
]

const makeKey: Section = {
  id: "key",
  title: "Make a key",
  body: html`<p>
      In the dashboard open the <strong>Settings</strong> of a project and make a
      <strong>New key</strong> of the class Public, with the <a href="#scopes">scopes</a> that your
      program needs and no more. It is shown this once: only a hash of it is kept. Whoever runs the
      installation can make one on the command line too, with
      <code>npx watchkeeper key create</code>.
    </p>
    ${shell("KEY=watchkeeper_live_…")}
    <p>
      A key opens one project, which is why no address names a project. What belongs to another one
      answers as if it did not exist.
    </p>`,
}

const ask = (guide: Guide): Section => ({
  id: "request",
  title: "Send the first request",
  body: html`<p>The key goes into the header Authorization, as a bearer token:</p>
    ${shell(`curl "${guide.base}/v1/monitors" \\\n  -H "Authorization: Bearer $KEY"`)}
    ${answer(exampleOf(guide, "listMonitors"))}
    <p>
      All 22 operations, to read and to try out, are in the
      <a href="/docs/api-reference">reference</a>. Programs read the same as
      <a href="/docs/api/openapi.json">OpenAPI 3.1</a>.
    </p>`,
})

const turnPages = ({ base }: Guide): Section => ({
  id: "pages",
  title: "Turn the pages",
  body: html`<p>
      Lists come in pages of 25, or as many as <code>limit</code> says (1 to 100). While
      <code>has_more</code> is true, send <code>next_cursor</code> as <code>after</code> for the
      page that follows; what comes and goes meanwhile makes no row appear twice.
    </p>
    ${shell(`curl "${base}/v1/monitors?limit=1" \\\n  -H "Authorization: Bearer $KEY"`)}
    ${shell(`AFTER=…  # next_cursor of the page before
curl -G "${base}/v1/monitors" -d limit=1 --data-urlencode "after=$AFTER" \\
  -H "Authorization: Bearer $KEY"`)}
    <p>
      A cursor belongs to its project, list and parameters: with another <code>limit</code> it
      answers <a href="/docs/api/problems/validation_failed"><code>validation_failed</code></a
      >.
    </p>`,
})

/** Compiled and run by the tests, with the types that openapi-typescript makes. */
const program = (base: string) => `
import createClient from "openapi-fetch"
import type { paths } from "./watchkeeper.d.ts"

const client = createClient<paths>({
  baseUrl: "${base}",
  headers: { authorization: \`Bearer \${process.env.KEY}\` },
})

const query: { limit: number; after?: string } = { limit: 100 }
for (;;) {
  const { data, error } = await client.GET("/v1/monitors", { params: { query } })
  if (error !== undefined) throw new Error(\`\${error.code}: \${error.detail}\`)
  for (const { name, status } of data.data) console.log(\`\${name} is \${status.name}\`)
  if (data.next_cursor === null) break
  query.after = data.next_cursor
}`

const useTypes = ({ base }: Guide): Section => ({
  id: "types",
  title: "Let the compiler check it",
  body: html`<p>
      Clients can be made from the OpenAPI document in most languages. In TypeScript, two packages
      are enough:
    </p>
    ${file(
      "Shell",
      `npx openapi-typescript ${base}/docs/api/openapi.json -o watchkeeper.d.ts\nnpm install openapi-fetch`,
    )}
    ${file("status.ts", program(base))}`,
})

import { STATUS_CODES } from "node:http"
import { html } from "../../platform/html.ts"
import { answer } from "./code.ts"
import { layout, type Page } from "./docs-layout.ts"
import { table } from "./table.ts"

export type Problem = { status: number; title: string; when: string; remedy: string }
export type Catalogue = Readonly<Record<string, Problem>>

const place = "/docs/api/problems/"

export function renderProblems(catalogue: Catalogue): Page {
  const rows = Object.entries(catalogue).map(
    ([code, { status, when }]) =>
      html`<tr>
        <td>${status}</td>
        <td>
          <a href="${place}${code}"><code>${code}</code></a>
        </td>
        <td>${when}</td>
      </tr> `,
  )
  return layout(
    {
      title: "Problems",
      description: "Every error code of the API, and what to do about it.",
      place,
    },
    html`<h1>Problems</h1>
      <p class="lead">
        Every error is a problem document (RFC 9457). Branch on its <code>code</code>, which never
        changes. Its <code>type</code> links to one of these pages.
      </p>
      ${table(["Status", "Code", "When"], rows)}`,
  )
}

export function renderProblem(code: string, problem: Problem, baseUrl: string): Page {
  const { status, title, when, remedy } = problem
  const example = {
    type: `${baseUrl}${place}${code}`,
    title,
    status,
    detail: "What is wrong with this request, in one sentence.",
    instance: "/v1/…",
    code,
    request_id: "01937f63-1f20-7000-8000-6c0d9a7b5e12",
    ...(code === "validation_failed" && {
      errors: [
        { pointer: "#/duration_minutes", detail: "must be a whole number from 1 to 43,200" },
      ],
    }),
  }
  return layout(
    { title, description: when, place },
    html`<p class="back"><a href="${place}">Problems</a></p>
      <h1>${title}</h1>
      <p class="lead"><code>${code}</code> · ${status} ${STATUS_CODES[status] ?? ""}</p>
      <h2>When it occurs</h2>
      <p>${when}</p>
      <h2>What to do</h2>
      <p>${remedy}</p>
      <h2>Example</h2>
      ${answer(example)}`,
  )
}

export function renderNothing(): Page {
  return layout(
    { title: "Page not found", description: "Page not found.", place: null },
    html`<h1>Page not found</h1>
      <p class="lead">
        Check the address. Start at <a href="/docs/api">Getting started</a>, or look up an error
        code under <a href="${place}">Problems</a>.
      </p>`,
  )
}

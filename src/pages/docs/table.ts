import { html, type Html } from "../../platform/html.ts"

/** Wide ones scroll inside, also by keyboard. */
export const table = (heads: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="table" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th> `)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`

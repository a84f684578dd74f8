import { pageThemes } from "../../graphql/status-pages/status-page/rules/page-look.ts"
import { html, type Html } from "../../platform/html.ts"
import type { Locale } from "./locale.ts"

/** Light, dark, or as the visitor's system. Works without scripts, which remember the choice. */
export const themeSwitch = ({ words }: Locale): Html =>
  html`<fieldset class="themes">
    <legend class="hidden">${words.theme}</legend>
    ${pageThemes.map(
      (theme) =>
        html`<label
          ><input
            type="radio"
            name="theme"
            id="${theme}"
            class="hidden"
            ${theme === "auto" && html`checked`}
          />${words.themes[theme]}</label
        >`,
    )}
  </fieldset>`

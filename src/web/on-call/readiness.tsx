import { Glyph } from "../ui/glyph.tsx"
import type { FragmentOf } from "../graphql.ts"
import { textOf, type FindingWords } from "../ui/finding-words.ts"
import { Findings } from "../ui/findings.tsx"

type Warning = { finding: FragmentOf<typeof FindingWords> }

/** What would keep a page from reaching anybody in the next 14 days. */
export const Readiness = ({ warnings }: { warnings: Warning[] }) =>
  warnings.length > 0 && (
    <section className="readiness" aria-labelledby="not-ready">
      <Glyph mood="warning" size={20} />
      <div>
        <h2 id="not-ready">Some alerts may reach nobody</h2>
        <ul>
          {warnings.map(({ finding }) => (
            <li key={textOf([finding])}>
              <Findings of={[finding]} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )

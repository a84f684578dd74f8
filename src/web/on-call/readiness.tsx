import { Glyph } from "../ui/glyph.tsx"
import { WithMoments } from "../ui/time.tsx"

type Warning = { kind: string; text: string }

/** What would keep a page from reaching anybody in the next 14 days. */
export const Readiness = ({ warnings }: { warnings: Warning[] }) =>
  warnings.length > 0 && (
    <section className="readiness" aria-labelledby="not-ready">
      <Glyph mood="warning" size={20} />
      <div>
        <h2 id="not-ready">Some alerts may reach nobody</h2>
        <ul>
          {warnings.map(({ text }) => (
            <li key={text}>
              <WithMoments text={text} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )

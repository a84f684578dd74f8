import { Fact } from "../check/detail.tsx"
import { Snippet } from "../ui/copy.tsx"
import type { AlertWhole } from "./timeline-documents.ts"

type Props = { evidence: NonNullable<AlertWhole["evidence"]> }

/** What the sender of an alert wrote, as text. */
export const SenderEvidence = ({ evidence: { dedupKey, labels, links, body } }: Props) => (
  <section className="card sender-evidence" aria-label="What the sender wrote">
    <dl className="sender-facts">
      <Fact name="Deduplication key">
        <code>{dedupKey}</code>
      </Fact>
      {labels.map(({ name, value }) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {links.length > 0 && (
        <Fact name="Links">
          <ul>
            {links.map(({ url, text }) => (
              <li key={url}>
                <a href={url} rel="noreferrer noopener nofollow" target="_blank">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
    <details>
      <summary>Event as received</summary>
      <Snippet title="JSON" label="event" text={body} />
    </details>
  </section>
)

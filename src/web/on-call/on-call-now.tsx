import { DayAndTime } from "../ui/time.tsx"

type Entry = {
  policyId: string
  policyName: string
  ruleOrder: number
  until: string | null
  user: { id: string; name: string }
}

/** The people that an alert would page now, by policy and in order. */
export function Duty({ duties }: { duties: Entry[] }) {
  const policies = Map.groupBy(duties, ({ policyId }) => policyId)
  return (
    <section className="on-call-now" aria-label="On call now">
      {[...policies].map(([id, entries]) => (
        <article key={id} className="card on-call-policy">
          <h2>{entries[0]?.policyName}</h2>
          <ol>
            {[...Map.groupBy(entries, ({ ruleOrder }) => ruleOrder)].map(([order, people]) => (
              <li key={order}>
                <span className="on-call-order" aria-label={`Rule ${order}`}>
                  {order}
                </span>
                <ul>
                  {people.map(({ user, until }) => (
                    <li key={user.id}>
                      <strong>{user.name}</strong>{" "}
                      <span className="muted small">
                        {until === null ? (
                          "always"
                        ) : (
                          <>
                            until <DayAndTime at={until} />
                          </>
                        )}
                      </span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </article>
      ))}
    </section>
  )
}

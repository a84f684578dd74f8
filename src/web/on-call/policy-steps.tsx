import { Step, Steps } from "../ui/steps.tsx"
import { durationInWords } from "../ui/time.tsx"
import type { PolicyView, TargetView } from "./policy-documents.ts"
import { Target } from "./target.tsx"

const minuteMs = 60_000

export type DrawnRule = { key: string; delayMinutes: number; targets: TargetView[] }

type Props = Pick<PolicyView, "repeatCount" | "repeatDelayMinutes"> & { rules: DrawnRule[] }

/** A policy drawn as the line that an alert follows until somebody acknowledges it. */
export function PolicySteps({ rules, repeatCount, repeatDelayMinutes }: Props) {
  let minutes = 0
  return (
    <Steps label="What an alert does">
      <Step at={{ words: "Alert" }} tone="bad" title="An alert is raised" />
      {rules.map(({ key, delayMinutes, targets }, at) => {
        minutes += delayMinutes
        return (
          <Step
            key={key}
            at={{ words: afterWords(minutes) }}
            tone="accent"
            title={`Rule ${at + 1}: page ${targets.length === 1 ? "" : `${targets.length} `}${
              targets.length === 1 ? "one target" : "targets"
            }`}
          >
            {targets.length === 0 ? (
              <p className="muted small">No targets: this rule pages nobody.</p>
            ) : (
              <ul className="targets">
                {targets.map((target) => (
                  <Target key={`${target.kind} ${target.id}`} target={target} />
                ))}
              </ul>
            )}
          </Step>
        )
      })}
      {rules.length === 0 && (
        <Step at={{ words: "at once" }} tone="warning" title="Owners and admins are paged">
          <p className="muted small">The policy has no rules.</p>
        </Step>
      )}
      {rules.length > 0 && (
        <Step
          at={{ words: repeatCount > 0 ? afterWords(minutes + repeatDelayMinutes) : "" }}
          title={
            repeatCount > 0
              ? `Start again, ${repeatCount === 1 ? "once" : `up to ${repeatCount} times`}`
              : "End: nobody else is paged"
          }
          isMuted
        />
      )}
    </Steps>
  )
}

export const afterWords = (minutes: number): string =>
  minutes === 0 ? "at once" : `+ ${durationInWords(minutes * minuteMs)}`

import { textOf } from "../ui/finding-words.ts"
import { Findings } from "../ui/findings.tsx"
import { Link } from "@tanstack/react-router"
import { kindWord } from "../contact/contact-messages.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Step, Steps } from "../ui/steps.tsx"
import { DayAndTime, durationInWords } from "../ui/time.tsx"
import { Avatar } from "./person.tsx"
import type { SimulationView } from "./simulation-documents.ts"
import { Card } from "../ui/card.tsx"

type SimulatedStep = SimulationView["steps"][number]
type Recipient = SimulatedStep["recipients"][number]

/** An alert that nobody acknowledges, drawn as one line from the first page to the last. */
export function SimulationSteps({ simulation, at }: { simulation: SimulationView; at: string }) {
  const { pages } = useProject()
  const { policy, isDefaultPolicy, steps } = simulation
  return (
    <Card
      title={
        <>
          {policy === null ? (
            "No policy: owners and admins are paged"
          ) : (
            <>
              By the policy <Link {...pages.policy(policy.id)}>{policy.name}</Link>
            </>
          )}
        </>
      }
      side={isDefaultPolicy && <Badge>Default policy</Badge>}
    >
      <div className="card-body">
        <Steps label="What would happen">
          <Step
            at={{ words: "Alert" }}
            tone="bad"
            title={
              <>
                Raised <DayAndTime at={at} />
              </>
            }
          />
          {steps.map((step) => (
            <OneStep key={`${step.round} ${step.ruleOrder}`} step={step} from={at} />
          ))}
          <Step title="Nobody else is paged" isMuted />
        </Steps>
      </div>
    </Card>
  )
}

const minuteMs = 60_000

/** Delays are whole minutes; the alert is not raised at a whole one. */
const after = (from: string, at: string): string => {
  const minutes = Math.round((Date.parse(at) - Date.parse(from)) / minuteMs)
  return minutes === 0 ? "at once" : `+ ${durationInWords(minutes * minuteMs)}`
}

function OneStep({ step, from }: { step: SimulatedStep; from: string }) {
  const { round, ruleOrder, dueAt, recipients, targets } = step
  const channels = targets.filter(({ kind, reason }) => kind === "CHANNEL" && reason === null)
  const missed = targets.filter(({ reason }) => reason !== null)
  const isReached = recipients.length + channels.length > 0
  return (
    <Step
      at={{ words: after(from, dueAt) }}
      tone={isReached ? "accent" : "warning"}
      title={
        <>
          {ruleOrder === 0 ? "Owners and admins" : `Rule ${ruleOrder}`}
          {round > 1 && ` · round ${round}`}
          {!isReached && " reaches nobody"}
        </>
      }
    >
      <ul className="simulated">
        {recipients.map((recipient) => (
          <Person key={recipient.user.id} recipient={recipient} from={from} />
        ))}
        {channels.map(({ targetId, targetName }) => (
          <li key={targetId}>
            <span className="simulated-name">{targetName}</span>
            <span className="method">Team channel {after(from, dueAt)}</span>
          </li>
        ))}
        {missed.map(({ targetId, findings }) => (
          <li key={`${targetId} ${textOf(findings)}`} className="muted small">
            <Findings of={findings} />
          </li>
        ))}
      </ul>
    </Step>
  )
}

function Person({ recipient, from }: { recipient: Recipient; from: string }) {
  const { user, deliveries, digestAt } = recipient
  return (
    <li>
      <Avatar name={user.name} isSmall />
      <span className="simulated-name">{user.name}</span>
      {digestAt !== null && (
        <span className="method" data-muted>
          Daily digest, <DayAndTime at={digestAt} />
        </span>
      )}
      {deliveries.map(({ channelId, kind, at, finding }) => (
        <span
          key={`${channelId} ${at}`}
          className="method"
          data-muted={isQuiet(finding) || undefined}
          title={finding.text}
        >
          {channelId === null ? "Account e-mail" : kindWord(kind)} {after(from, at)}
          {isQuiet(finding) && " · after quiet hours"}
        </span>
      ))}
      {deliveries.some(({ channelId }) => channelId === null) && (
        <Badge tone="warning">No verified method</Badge>
      )}
    </li>
  )
}

const isQuiet = ({ code }: { code: string }): boolean => code === "delivery_after_quiet_hours"

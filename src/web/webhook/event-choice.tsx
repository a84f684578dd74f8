import { useState } from "react"
import { useProject } from "../project/project-context.ts"
import { eventGroups, type EventGroup } from "./event-groups.ts"
import "./event-choice.css"

type Props = { defaultValues: readonly string[]; issue: string | undefined }

/** The events of an endpoint, by noun; submits `eventTypes`. */
export function EventChoice({ defaultValues, issue }: Props) {
  const { may } = useProject()
  const groups = eventGroups.filter(({ noun }) => noun !== "audit_entry" || may("audit:read"))
  const all = groups.flatMap(({ events }) => events.map(({ event }) => event))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(defaultValues))
  const turn = (events: readonly string[], isOn: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const event of events) {
        if (isOn) next.add(event)
        else next.delete(event)
      }
      return next
    })
  return (
    <fieldset className="field" data-at="#/eventTypes">
      <legend className="legend">
        Events <span className="muted">· {chosen.size} selected</span>
      </legend>
      {issue !== undefined && <p className="field-issue">{issue}</p>}
      <p className="small">
        <button type="button" className="as-link" onClick={() => turn(all, true)}>
          Select all
        </button>
        {" · "}
        <button type="button" className="as-link" onClick={() => turn(all, false)}>
          Clear
        </button>
      </p>
      <div className="event-groups">
        {groups.map((group) => (
          <Group key={group.name} group={group} chosen={chosen} onTurn={turn} />
        ))}
      </div>
    </fieldset>
  )
}

type GroupProps = {
  group: EventGroup
  chosen: ReadonlySet<string>
  onTurn(events: readonly string[], isOn: boolean): void
}

function Group({ group: { name, events }, chosen, onTurn }: GroupProps) {
  const count = events.filter(({ event }) => chosen.has(event)).length
  return (
    <div className="event-group" role="group" aria-label={name}>
      <label className="event-head">
        <input
          type="checkbox"
          checked={count === events.length}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < events.length
          }}
          onChange={({ target }) =>
            onTurn(
              events.map(({ event }) => event),
              target.checked,
            )
          }
        />
        {name}
        <span className="muted small">
          {count} of {events.length}
        </span>
      </label>
      {events.map(({ event, description }) => (
        <label key={event} className="event-line hovers">
          <input
            type="checkbox"
            name="eventTypes"
            value={event}
            checked={chosen.has(event)}
            onChange={({ target }) => onTurn([event], target.checked)}
          />
          <span>
            <code>{event}</code>
            <span className="muted small">{description}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

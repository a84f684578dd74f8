import { useState } from "react"
import { Fact } from "../check/detail.tsx"
import { Badge, type Tone } from "../ui/badge.tsx"
import { Snippet } from "../ui/copy.tsx"
import { Icon } from "../ui/icon.tsx"
import { Ago, ExactTime, millisecondsInWords } from "../ui/time.tsx"
import type { PingRow } from "./ping-documents.ts"
import "./ping-line.css"

type Kind = PingRow["kind"]

export const pingWord: Record<Kind, string> = {
  SUCCESS: "Success",
  FAIL: "Failure",
  START: "Start",
  LOG: "Log",
}

const pingTone: Record<Kind, Tone> = { SUCCESS: "good", FAIL: "bad", START: "accent", LOG: "plain" }

/** One ping; opens to its body and where it came from. What a job wrote is text, whatever it looks like. */
export function PingLine({ ping }: { ping: PingRow }) {
  const [isOpen, setOpen] = useState(false)
  const { kind, exitCode, durationMs, body, sourceIp, userAgent, method, at } = ping
  const [first = ""] = body.trimStart().split("\n", 1)
  return (
    <li>
      <button
        type="button"
        className="ping-line"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" size={14} />
        <span>
          <Badge tone={pingTone[kind]}>{pingWord[kind]}</Badge>
        </span>
        <span className="ping-time">
          <ExactTime at={at} />
          <span className="muted small">
            <Ago at={at} />
          </span>
        </span>
        <bdi className="ping-body clip">{first.slice(0, 200)}</bdi>
        <span className="ping-exit muted">{exitCode !== null && `Exit ${exitCode}`}</span>
        <span className="ping-ms">{durationMs !== null && millisecondsInWords(durationMs)}</span>
      </button>
      {isOpen && (
        <div className="ping-detail">
          <dl className="figure-line">
            <Fact name="Exit code">{exitCode ?? "Not sent"}</Fact>
            <Fact name="Duration">
              {durationMs === null ? "Not sent" : millisecondsInWords(durationMs)}
            </Fact>
            <Fact name="Source">
              <code>{sourceIp}</code>
            </Fact>
            <Fact name="Method">{method}</Fact>
          </dl>
          {userAgent !== "" && (
            <p className="muted small words">
              User agent: <bdi>{userAgent}</bdi>
            </p>
          )}
          {body === "" ? (
            <p className="muted small">No body was sent.</p>
          ) : (
            <Snippet title="Body, the first 10 kB" label="body of the ping" text={body} />
          )}
        </div>
      )}
    </li>
  )
}

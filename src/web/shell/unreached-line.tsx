import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { graphql } from "../graphql.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useProject } from "../project/project-context.ts"
import { Glyph } from "../ui/glyph.tsx"
import "./unreached-line.css"

/** A change of channels or of the installation reads it again, because both are in it. */
const Unreached = graphql(`
  query Unreached($id: ID!) {
    project(id: $id) {
      id
      unreached {
        text
        parameters
      }
    }
    viewer {
      id
      isOperator
      channels {
        id
      }
    }
    installation {
      webPushKey
    }
  }
`)

const readMs = 10_000

/** On every page: who should be paged and cannot be reached, with what changes that at once. */
export function UnreachedLine(): ReactNode {
  const { id: projectId, mayWhole } = useProject()
  const pause = !mayWhole("on_call:read")
  const { data, again } = useRead(Unreached, { id: projectId }, { pause })
  useRefresh(() => pause || again(), readMs)
  const unreached = data?.project?.unreached
  const isOperator = data?.viewer?.isOperator === true
  return (
    <div role="status">
      {unreached && (
        <p className="unreached">
          <Glyph mood="warning" size={16} />
          <span>{unreached.text}</span>
          {isOperator && isAboutMail(unreached.parameters) && (
            <Link to="/account/installation">Set up e-mail</Link>
          )}
          {data?.installation.webPushKey !== null && (
            <Link to="/account/contact">Turn on push here</Link>
          )}
          {mayWhole("on_call:write") && (
            <Link to="/projects/$projectId/settings/channels/new" params={{ projectId }}>
              Add Slack or Discord
            </Link>
          )}
        </p>
      )}
    </div>
  )
}

const isAboutMail = (parameters: unknown): boolean => JSON.stringify(parameters).includes('"email"')

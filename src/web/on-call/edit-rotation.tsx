import { getRouteApi } from "@tanstack/react-router"
import { useMemo, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { EditPage, FormPage } from "../project/form-page.tsx"
import { useProject } from "../project/project-context.ts"
import { Rotation } from "./rotation-documents.ts"
import { RotationForm } from "./rotation-form.tsx"
import "./on-call.css"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/rotations/$rotationId/edit")
const needs = ["on_call:write"]
const minuteMs = 60_000

export function AddRotation(): ReactNode {
  const back = { label: "Rotations", ...useProject().pages.rotations }
  return (
    <FormPage title="Create rotation" needs={needs} back={back}>
      {(cancel) => <RotationForm cancel={cancel} />}
    </FormPage>
  )
}

export function EditRotation(): ReactNode {
  const { pages } = useProject()
  const { rotationId: id } = route.useParams()
  const window = useMemo(() => {
    const now = Date.now()
    return { from: new Date(now).toISOString(), until: new Date(now + minuteMs).toISOString() }
  }, [])
  const read = useRead(Rotation, { id, ...window })
  const item = read.data?.rotation
  const back = { label: item?.name ?? "Rotation", ...pages.rotation(id) }
  return (
    <EditPage noun="rotation" needs={needs} read={read} item={item} back={back}>
      {(rotation, cancel) => <RotationForm rotation={rotation} cancel={cancel} />}
    </EditPage>
  )
}

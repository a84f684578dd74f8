import { Link, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useClient } from "urql"
import { useChange } from "../live/apply-change.ts"
import { Submit } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { useTitle } from "../ui/page-title.ts"
import { Gate } from "../sign-in/session-gate.tsx"
import { signOut } from "../sign-in/session.ts"
import { useProjects } from "./project-context.ts"
import { CreateProject, MyProjects } from "./project-documents.ts"
import { entry } from "../ui/form-entry.ts"
import { pagesOf } from "./pages.ts"

export function NewProject(): ReactNode {
  const isFirst = useProjects().length === 0
  const client = useClient()
  const navigate = useNavigate()
  useTitle("New project")
  const create = useChange(CreateProject)
  const make = async (form: FormData) => {
    const made = await create.run({ name: entry(form, "name") })
    if (made === null) return
    // The shell shows only projects that it has loaded.
    await client.query(MyProjects, {}, { requestPolicy: "network-only" }).toPromise()
    await navigate({ ...pagesOf(made.createProject.id).overview, replace: true })
  }
  return (
    <Gate title={isFirst ? "Name your first project" : "New project"}>
      <p className="muted">
        A project contains monitors, incidents, and team members. Most teams need one.
      </p>
      <Form className="stack" refusal={create.refusal} onSend={make}>
        <TextField
          label="Project name"
          name="name"
          autoFocus
          autoComplete="off"
          placeholder="Acme shop"
        />
        <Submit isBusy={create.isRunning}>Create project</Submit>
      </Form>
      <p className="gate-foot">
        {isFirst ? (
          <button type="button" className="as-link" onClick={() => void signOut()}>
            Sign out
          </button>
        ) : (
          <Link to="/">Back</Link>
        )}
      </p>
    </Gate>
  )
}

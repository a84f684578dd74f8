import type { LinkProps } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { ButtonLink } from "../ui/button.tsx"
import { Failed, PageWaiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { NoAccess } from "./no-access.tsx"
import { useProject } from "./project-context.ts"

type Props = {
  title: string
  /** Permissions that sending the form needs. */
  needs: readonly string[]
  back: LinkProps & { label: string }
  sub?: ReactNode
  /** True while it is read what the form begins with. */
  isWaiting?: boolean
  /** The form, with its link to leave it. */
  children(cancel: ReactNode): ReactNode
}

/** A page that consists of a form. */
export function FormPage({ title, needs, back, sub, isWaiting = false, children }: Props) {
  const { may } = useProject()
  if (!needs.every(may)) return <NoAccess label={title} needs={needs} />
  if (isWaiting) return <PageWaiting title={title} />
  const { label: _page, ...link } = back
  return (
    <>
      <PageHead title={title} back={back} sub={sub} />
      {children(
        <ButtonLink variant="quiet" {...link}>
          Cancel
        </ButtonLink>,
      )}
    </>
  )
}

type EditProps<Item> = Omit<Props, "title" | "isWaiting" | "children"> & {
  /** "policy". */
  noun: string
  read: { error: string | null; isFirst: boolean; again(): void }
  item: Item | null | undefined
  /** Instead of the page if there is no such item. */
  missing?: ReactNode
  children(item: Item, cancel: ReactNode): ReactNode
}

/** A page that edits what it reads first. */
export function EditPage<Item>({ noun, read, item, missing, children, ...page }: EditProps<Item>) {
  const { error, isFirst, again } = read
  if (item === null && error === null && missing !== undefined) return missing
  return (
    <FormPage {...page} title={`Edit ${noun}`} isWaiting={isFirst}>
      {(cancel) =>
        item ? (
          children(item, cancel)
        ) : (
          <Failed message={error ?? `There is no such ${noun}.`} onAgain={again} />
        )
      }
    </FormPage>
  )
}

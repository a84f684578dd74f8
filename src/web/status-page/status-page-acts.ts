import type { Act } from "../ui/acts.ts"

type Subject = { isPublic: boolean }

export type StatusPageAct = "announce" | "publish" | "view" | "unpublish" | "delete"

const needs = "status_pages:write"

/** What can be done with a status page. */
export const statusPageActs: readonly Act<Subject, StatusPageAct>[] = [
  {
    key: "announce",
    label: "New announcement…",
    icon: "status",
    words: ["announce"],
    needs,
    fits: () => true,
  },
  {
    key: "publish",
    label: "Publish",
    icon: "external",
    needs,
    fits: ({ isPublic }) => !isPublic,
  },
  { key: "view", label: "View page", icon: "external", words: ["visit"], fits: () => true },
  {
    key: "unpublish",
    label: "Unpublish…",
    icon: "close",
    needs,
    fits: ({ isPublic }) => isPublic,
  },
  {
    key: "delete",
    label: "Delete status page…",
    icon: "trash",
    needs,
    isDanger: true,
    fits: () => true,
  },
]

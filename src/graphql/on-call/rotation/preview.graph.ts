import { builder } from "../../kernel/builder.ts"
import { Finding } from "../../kernel/finding.graph.ts"
import { explainIdle } from "../schedule/rules/on-call-words.ts"
import { isGap, isShift, OnCallGap, OnCallShift } from "../schedule/shift.graph.ts"
import { previewRotation, type RotationPreview } from "./preview-rotation.ts"
import { LayerInput } from "./rotation-mutations.graph.ts"

const RotationPreviewType = builder.objectRef<RotationPreview>("RotationPreview").implement({
  description: "Who would be on call by layers that are not saved.",
  fields: (t) => ({
    shifts: t.field({
      type: [OnCallShift],
      description:
        "The shifts, in order and cut at the window's ends; a source is a layer's order.",
      resolve: ({ shown }) => shown.filter(isShift),
    }),
    gaps: t.field({
      type: [OnCallGap],
      description: "When nobody would be on call, and why.",
      resolve: ({ shown }) => shown.filter(isGap),
    }),
    idleLayers: t.field({
      type: [Finding],
      description: "Layers that have no shift within a year, and why.",
      resolve: ({ idle }) => idle.map((layer) => explainIdle(layer, null)),
    }),
  }),
})

builder.queryField("rotationPreview", (t) =>
  t.field({
    type: RotationPreviewType,
    description:
      "Calculates who would be on call by these layers, without overrides or calendars. Needs on_call:read.",
    args: {
      projectId: t.arg.id({ required: true, description: "The project." }),
      timeZone: t.arg.string({ required: true, description: "An IANA time zone." }),
      layers: t.arg({
        type: [LayerInput],
        required: true,
        description: "Layers from lowest to highest precedence.",
      }),
      from: t.arg({ type: "DateTime", required: true, description: "The start." }),
      until: t.arg({
        type: "DateTime",
        required: true,
        description: "The end, at most 366 days later.",
      }),
    },
    resolve: (_root, args, ctx) => previewRotation(ctx, args),
  }),
)

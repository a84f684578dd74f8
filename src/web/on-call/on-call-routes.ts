import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { numberOf, oneOf, searchSchema, word } from "../layout/search-schema.ts"
import { projectRoute } from "../project/project-routes.ts"

const urgency = oneOf("HIGH", "LOW")
const weeks = numberOf(1, 2, 4)

export const onCallRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call",
    validateSearch: searchSchema({ from: word, weeks }),
    component: lazyRouteComponent(() => import("./on-call-page.tsx"), "OnCallPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/policies",
    component: lazyRouteComponent(() => import("./policies.tsx"), "Policies"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/policies/new",
    component: lazyRouteComponent(() => import("./add-policy.tsx"), "AddPolicy"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/policies/$policyId",
    component: lazyRouteComponent(() => import("./policy-page.tsx"), "PolicyPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/policies/$policyId/edit",
    component: lazyRouteComponent(() => import("./edit-policy.tsx"), "EditPolicy"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/rotations",
    component: lazyRouteComponent(() => import("./rotations.tsx"), "Rotations"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/rotations/new",
    component: lazyRouteComponent(() => import("./add-rotation.tsx"), "AddRotation"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/rotations/$rotationId",
    component: lazyRouteComponent(() => import("./rotation-page.tsx"), "RotationPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/rotations/$rotationId/edit",
    component: lazyRouteComponent(() => import("./edit-rotation.tsx"), "EditRotation"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/teams",
    component: lazyRouteComponent(() => import("./teams.tsx"), "Teams"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/on-call/simulate",
    validateSearch: searchSchema({ monitor: word, policy: word, urgency, at: word }),
    component: lazyRouteComponent(() => import("./simulate.tsx"), "Simulate"),
  }),
] as const

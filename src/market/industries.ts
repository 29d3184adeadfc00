import { readTable, yes } from './readTable.ts'

/**
 * The exchanges' industries: the name; how nervous their prices are; price to yearly earnings; how rough their months
 * are; usual net income for each TWD of revenue; whether they do research.
 */
const industries = new Map(
  readTable('industries.tsv', {
    code: String,
    name: String,
    nerve: Number,
    multiple: Number,
    roughness: Number,
    margin: Number,
    research: yes,
  }).map((industry) => [industry.code, industry]),
)

/** Null for funds and the like, which belong to no industry. */
export const industryOf = ({ industry }: { readonly industry: string | null }) =>
  industry === null ? null : (industries.get(industry) ?? null)

export const industryName = (security: { readonly industry: string | null }): string | null =>
  industryOf(security)?.name ?? null

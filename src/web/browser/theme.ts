const probe = document.createElement('i')
probe.hidden = true
document.body.append(probe)

/** The present value of a colour of the style: a canvas knows neither variables nor pairs of colours. */
export function colour(name: string): string {
  probe.style.color = `var(--${name})`
  return getComputedStyle(probe).color
}

export const fontFamily = (): string => getComputedStyle(document.body).fontFamily

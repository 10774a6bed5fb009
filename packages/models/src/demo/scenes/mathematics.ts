import { type Scene, say } from '../scene.ts'

export const mathematics: Scene = {
  name: 'mathematics',
  invitation: { say: 'mathematics', get: 'formulas in a line and on their own' },
  matches: /\bmath(?:s|ematics|ematical)?\b|\bformulas?\b|\bformulae\b|\bequations?\b|\b(?:la)?tex\b/iu,
  play: () =>
    say(String.raw`
A formula can stand in a line, as $e^{i\pi} + 1 = 0$ does, or have a place of its own:

$$
\int_{-\infty}^{\infty} e^{-x^2} \, dx = \sqrt{\pi}
$$

The roots of $ax^2 + bx + c = 0$, for $a \neq 0$, are

$$
x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
$$

A rotation of the plane by the angle $\varphi$:

$$
\begin{pmatrix} x' \\ y' \end{pmatrix}
=
\begin{pmatrix} \cos\varphi & -\sin\varphi \\ \sin\varphi & \cos\varphi \end{pmatrix}
\begin{pmatrix} x \\ y \end{pmatrix}
$$

And one that is wider than a phone:

$$
\frac{\pi}{4} = 1 - \frac{1}{3} + \frac{1}{5} - \frac{1}{7} + \frac{1}{9} - \frac{1}{11} + \frac{1}{13} - \frac{1}{15} + \frac{1}{17} - \frac{1}{19} + \cdots
$$

Money stays money: coffee at \$3 and cake at \$4 make \$7.`),
}

import { useCallback, useState } from 'react';
import { defineStored } from '../../../preferences/stored';
import { useSession } from '../../../session/session-context';

/** Dashboard cards in their default order. */
export const CARDS = ['yesterday', 'attention', 'trend', 'month', 'ads', 'links'] as const;
export type Card = (typeof CARDS)[number];

/** All cards in the user's order, and the hidden ones. */
export interface CardChoice {
  readonly order: readonly Card[];
  readonly hidden: readonly Card[];
}

const DEFAULT: CardChoice = { order: CARDS, hidden: [] };
const stored = defineStored<CardChoice>({ name: 'dashboardCards', version: 1, sliding: true });

/** Migrates a stored choice: inserts new cards after their default predecessors and drops removed ones. */
export function completeChoice({ order, hidden }: CardChoice): CardChoice {
  const known = [...new Set(order)].filter((card) => CARDS.includes(card));
  for (const [index, card] of CARDS.entries()) {
    if (known.includes(card)) continue;
    const before = CARDS.slice(0, index).findLast((one) => known.includes(one));
    known.splice(before ? known.indexOf(before) + 1 : 0, 0, card);
  }
  return { order: known, hidden: known.filter((card) => hidden.includes(card)) };
}

/** Returns the visible cards in order. */
export const visibleCards = ({ order, hidden }: CardChoice): Card[] =>
  order.filter((card) => !hidden.includes(card));

/** Moves a card up or down by one position. */
export function moveCard(choice: CardChoice, card: Card, by: 1 | -1): CardChoice {
  const order = [...choice.order];
  const at = order.indexOf(card);
  const other = order[at + by];
  if (at < 0 || other === undefined) return choice;
  [order[at], order[at + by]] = [other, card];
  return { ...choice, order };
}

/** Shows or hides a card. */
export const toggleCard = (choice: CardChoice, card: Card): CardChoice => ({
  ...choice,
  hidden: choice.hidden.includes(card)
    ? choice.hidden.filter((one) => one !== card)
    : [...choice.hidden, card],
});

/** Reads and changes the user's card choice. Undefined restores the default. */
export function useCards(): {
  choice: CardChoice;
  isDefault: boolean;
  change: (choice: CardChoice | undefined) => void;
} {
  const { userId } = useSession().profile;
  const [choice, setChoice] = useState(() => completeChoice(stored.read(userId) ?? DEFAULT));
  const change = useCallback(
    (next: CardChoice | undefined) => {
      if (next) stored.write(next, userId);
      else stored.remove(userId);
      setChoice(next ?? DEFAULT);
    },
    [userId],
  );
  return {
    choice,
    isDefault: choice.hidden.length === 0 && choice.order.every((card, index) => card === CARDS[index]),
    change,
  };
}

import { useCallback, useState } from 'react';
import { defineStored } from '../../../preferences/stored';
import { useSession } from '../../../session/session-context';

/** The cards of the dashboard in the order that it ships with. */
export const CARDS = ['yesterday', 'attention', 'trend', 'month', 'ads', 'links'] as const;
export type Card = (typeof CARDS)[number];

/** All cards in a user's order, and those of them that they don't want to see. */
export interface CardChoice {
  readonly order: readonly Card[];
  readonly hidden: readonly Card[];
}

const DEFAULT: CardChoice = { order: CARDS, hidden: [] };
const stored = defineStored<CardChoice>({ name: 'dashboardCards', version: 1, sliding: true });

/** A stored choice as it holds today: cards that came since stand behind those before them, cards that went are gone. */
export function completeChoice({ order, hidden }: CardChoice): CardChoice {
  const known = [...new Set(order)].filter((card) => CARDS.includes(card));
  for (const [index, card] of CARDS.entries()) {
    if (known.includes(card)) continue;
    const before = CARDS.slice(0, index).findLast((one) => known.includes(one));
    known.splice(before ? known.indexOf(before) + 1 : 0, 0, card);
  }
  return { order: known, hidden: known.filter((card) => hidden.includes(card)) };
}

/** The cards that are shown, in their order. */
export const shownCards = ({ order, hidden }: CardChoice): Card[] =>
  order.filter((card) => !hidden.includes(card));

/** One card a place up or down. */
export function movedCard(choice: CardChoice, card: Card, by: 1 | -1): CardChoice {
  const order = [...choice.order];
  const at = order.indexOf(card);
  const other = order[at + by];
  if (at < 0 || other === undefined) return choice;
  [order[at], order[at + by]] = [other, card];
  return { ...choice, order };
}

/** Shows a card or hides it. */
export const toggledCard = (choice: CardChoice, card: Card): CardChoice => ({
  ...choice,
  hidden: choice.hidden.includes(card)
    ? choice.hidden.filter((one) => one !== card)
    : [...choice.hidden, card],
});

/** The user's choice of cards; undefined goes back to what ships. */
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

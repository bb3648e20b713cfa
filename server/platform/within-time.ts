/** Resolves with the database's answer. @throws Error if it takes longer */
export function withinTime<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database does not answer')), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// Buffers that threads take and put back, so that there are as many as threads, not as pieces.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace covey {

template <typename T>
class Shelf {
public:
    // Goes back to the shelf when it goes out of scope.
    class Taken {
    public:
        Taken(Shelf& shelf, std::unique_ptr<T> item) : shelf_(shelf), item_(std::move(item)) {}
        Taken(Taken const&) = delete;
        Taken& operator=(Taken const&) = delete;
        ~Taken() {
            std::scoped_lock const lock(shelf_.guard_);
            shelf_.items_.push_back(std::move(item_));
        }
        T& operator*() const { return *item_; }
        T* operator->() const { return item_.get(); }

    private:
        Shelf& shelf_;
        std::unique_ptr<T> item_;
    };

    Taken take() {
        {
            std::scoped_lock const lock(guard_);
            if (!items_.empty()) {
                auto item = std::move(items_.back());
                items_.pop_back();
                return Taken(*this, std::move(item));
            }
            // Room for it is made now: to put it back must not throw.
            items_.reserve(++made_);
        }
        return Taken(*this, std::make_unique<T>());
    }

private:
    std::mutex guard_;
    std::vector<std::unique_ptr<T>> items_;
    std::size_t made_ = 0;
};

}  // namespace covey
